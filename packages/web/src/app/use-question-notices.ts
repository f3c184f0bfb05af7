import type { ApprovalRequest } from "@loop/contract";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Navigate } from "../parts/navigation.js";
import type { Notices, NoticesState } from "../parts/notices-context.js";
import { changedQuestions } from "../state/new-questions.js";
import type { Services } from "../state/services.js";
import { useValue } from "../state/use-services.js";
import { NOTICES_OF_QUESTIONS } from "../words/notice-words.js";
import { PATHS } from "../words/paths.js";

const KEY = "loop-notices";
/** Held by every tab that is in view. */
const IN_VIEW = "loop-in-view";

/** The system tells of a new question while no tab of Loop is in view. */
export function useQuestionNotices(services: Services, navigate: Navigate): Notices {
  const [state, setState] = useState(stateNow);
  const open = useRef(new Map<string, Notification>());
  const before = useRef<readonly ApprovalRequest[] | null>(null);
  const { status, items } = useValue(services.approvals.store);
  useLockInView();
  const lead = useCallback(
    (request: ApprovalRequest) => {
      window.focus();
      services.focusQuestion.setState({ requestId: request.id });
      navigate(PATHS.conversation(request.conversationId));
    },
    [services, navigate],
  );
  useEffect(() => {
    if (status !== "ready") return;
    const { asked, settled } = changedQuestions(before.current, items);
    before.current = items;
    for (const id of settled) open.current.get(id)?.close();
    for (const id of settled) open.current.delete(id);
    if (state !== "on" || !document.hidden) return;
    for (const request of asked) void tell(request, { open: open.current, lead }); // a browser that refuses stays silent
  }, [status, items, state, lead]);
  return useMemo(() => noticesOf(state, setState), [state]);
}

interface Telling {
  readonly open: Map<string, Notification>;
  readonly lead: (request: ApprovalRequest) => void;
}

async function tell(request: ApprovalRequest, { open, lead }: Telling): Promise<void> {
  try {
    const { held = [] } = await navigator.locks.query();
    if (held.some((lock) => lock.name === IN_VIEW)) return;
    // Tabs that all tell the same question are one notice by its tag.
    const notice = new Notification(NOTICES_OF_QUESTIONS.title, { body: NOTICES_OF_QUESTIONS.body, tag: request.id });
    notice.onclick = () => lead(request);
    open.set(request.id, notice);
  } catch {
    // Some browsers have notices and refuse to make one from a page.
  }
}

function noticesOf(state: NoticesState, setState: (state: NoticesState) => void): Notices {
  const keep = (isOn: boolean) => {
    if (isOn) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
    setState(stateNow());
  };
  const turnOn = async () => keep((await Notification.requestPermission()) === "granted");
  return { state, turnOn: () => void turnOn().catch(() => keep(false)), turnOff: () => keep(false) };
}

function stateNow(): NoticesState {
  if (typeof Notification === "undefined") return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && localStorage.getItem(KEY) === "on" ? "on" : "off";
}

/** Tells the other tabs that this one is looked at. */
function useLockInView(): void {
  useEffect(() => {
    let release: () => void = () => {};
    const follow = () => {
      release();
      if (document.hidden) return;
      const leave = new AbortController();
      const held = navigator.locks.request(IN_VIEW, { mode: "shared", signal: leave.signal }, () => {
        return new Promise<void>((resolve) => {
          release = resolve;
        });
      });
      release = () => leave.abort();
      void held.catch(() => {}); // left before it was held
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      release();
    };
  }, []);
}
