import type { Conversation } from "@loop/contract";
import type { Icon as IconType } from "@phosphor-icons/react";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useState } from "react";
import { Menu } from "../parts/menu.js";
import { useNavigate } from "../parts/navigation.js";
import { useServices } from "../state/use-services.js";
import { APP } from "../words/app-words.js";
import { PATHS } from "../words/paths.js";
import { useExport } from "./use-export.js";

/** The name of a conversation, and what can be done with it. */
export function ChatTitle({ conversation }: { readonly conversation: Conversation | null }) {
  const [isRenaming, setRenaming] = useState(false);
  if (conversation === null) return <h1 className="grow cut1">{APP.untitled}</h1>;
  return (
    <>
      {isRenaming ? (
        <RenameField conversation={conversation} onDone={() => setRenaming(false)} />
      ) : (
        <h1 className="grow cut1">{conversation.title === "" ? APP.untitled : conversation.title}</h1>
      )}
      <TitleMenu id={conversation.id} onRename={() => setRenaming(true)} />
    </>
  );
}

function RenameField({ conversation, onDone }: { readonly conversation: Conversation; readonly onDone: () => void }) {
  const { conversationCommands } = useServices();
  const [title, setTitle] = useState(conversation.title);
  const save = () => {
    onDone();
    const name = title.trim();
    if (name !== "" && name !== conversation.title) void conversationCommands.change(conversation.id, { title: name });
  };
  return (
    <input
      className="input grow"
      aria-label={APP.renameLabel}
      value={title}
      maxLength={200}
      ref={(field) => field?.focus()}
      onChange={(event) => setTitle(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Enter") save();
        if (event.key === "Escape") onDone();
      }}
    />
  );
}

function TitleMenu({ id, onRename }: { readonly id: string; readonly onRename: () => void }) {
  const { conversationCommands } = useServices();
  const navigate = useNavigate();
  const exportAs = useExport();
  const remove = () => {
    conversationCommands.remove(id);
    navigate(PATHS.home);
  };
  return (
    <Menu
      label={APP.more}
      isBelow
      buttonClass="btn quiet icon small"
      button={<DotsThreeIcon className="i" aria-hidden="true" />}
      items={[
        { key: "rename", content: <Item icon={PencilSimpleIcon} word={APP.rename} />, onChoose: onRename },
        {
          key: "markdown",
          content: <Item icon={DownloadSimpleIcon} word={APP.exportMarkdown} />,
          onChoose: () => exportAs("markdown"),
        },
        {
          key: "json",
          content: <Item icon={DownloadSimpleIcon} word={APP.exportJson} />,
          onChoose: () => exportAs("json"),
        },
        { key: "delete", content: <Item icon={TrashIcon} word={APP.deleteConversation} />, onChoose: remove },
      ]}
    />
  );
}

function Item({ icon: Icon, word }: { readonly icon: IconType; readonly word: string }) {
  return (
    <>
      <Icon className="i" aria-hidden="true" />
      {word}
    </>
  );
}
