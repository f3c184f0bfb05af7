import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

export interface Announce {
  (text: string, urgency: "polite" | "assertive"): void;
}

const AnnounceContext = createContext<Announce>(() => {});

/** Says something to readers who listen; nothing is seen. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

interface Said {
  readonly text: string;
  readonly count: number;
}

const NOTHING: Said = { text: "", count: 0 };

export function Announcer({ children }: { readonly children: ReactNode }) {
  const [polite, setPolite] = useState(NOTHING);
  const [assertive, setAssertive] = useState(NOTHING);
  const announce = useCallback<Announce>((text, urgency) => {
    const set = urgency === "polite" ? setPolite : setAssertive;
    set((before) => ({ text, count: before.count + 1 }));
  }, []);
  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      <div className="sr" aria-live="polite">
        <span key={polite.count}>{polite.text}</span>
      </div>
      <div className="sr" aria-live="assertive">
        <span key={assertive.count}>{assertive.text}</span>
      </div>
    </AnnounceContext.Provider>
  );
}
