import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { type Navigate, NavigationContext } from "../parts/navigation.js";
import { NoticesContext } from "../parts/notices-context.js";
import { type Overlay, OverlayContext } from "../parts/overlay-context.js";
import { useServices, useValue } from "../state/use-services.js";
import { useKeyboard } from "./use-keyboard.js";
import { useQuestionNotices } from "./use-question-notices.js";

const OverlayScreen = lazy(async () => ({ default: (await import("./overlay-screen.js")).OverlayScreen }));

interface OverlaysProps {
  readonly navigate: Navigate;
  readonly children: ReactNode;
}

/** The ways through the app: addresses, the keyboard, and what it brings up above a screen. */
export function Overlays({ navigate, children }: OverlaysProps) {
  const services = useServices();
  const [shown, setShown] = useState<Overlay | null>(null);
  const toggle = useCallback((overlay: Overlay) => setShown((before) => (before === overlay ? null : overlay)), []);
  useKeyboard(services, { navigate, show: toggle });
  const notices = useQuestionNotices(services, navigate);
  const isSignedOut = useValue(services.connection).status === "signed-out";
  return (
    <NavigationContext.Provider value={navigate}>
      <OverlayContext.Provider value={setShown}>
        <NoticesContext.Provider value={notices}>{children}</NoticesContext.Provider>
        {shown !== null && !isSignedOut && (
          <Suspense fallback={null}>
            <OverlayScreen key={shown} overlay={shown} onClose={() => setShown(null)} />
          </Suspense>
        )}
      </OverlayContext.Provider>
    </NavigationContext.Provider>
  );
}
