import { useTimers } from "../parts/timers-context.js";
import { useServices } from "../state/use-services.js";

export type Exporter = (kind: "markdown" | "json") => void;

/** Keeps the shown conversation as a file, from what the page has already read. */
export function useExport(): Exporter {
  const { conversation: open, servers } = useServices();
  const { now, later } = useTimers();
  const write = async (kind: "markdown" | "json") => {
    const { conversation, timeline } = open.store.getState();
    if (conversation === null) return;
    const names = new Map(servers.store.getState().items.map(({ config }) => [config.id, config.name]));
    const exported = {
      conversation,
      entries: timeline.entries,
      serverName: (id: string, said?: string) => names.get(id) ?? said ?? id,
      at: new Date(now()).toISOString(),
    };
    const [{ asMarkdown }, { asJson }, { fileName }] = await Promise.all([
      import("../panels/export/markdown-export.js"),
      import("../panels/export/exported.js"),
      import("../panels/export/file-name.js"),
    ]);
    const isText = kind === "markdown";
    const file = new Blob([isText ? asMarkdown(exported) : asJson(exported)], {
      type: isText ? "text/markdown" : "application/json",
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = fileName(conversation.title, isText ? "md" : "json");
    link.click();
    later(60_000, () => URL.revokeObjectURL(link.href));
  };
  return (kind) => void write(kind).catch(() => {}); // without Loop at hand there is nothing to write with
}
