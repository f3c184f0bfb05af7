import { type MouseEvent, Suspense, useEffect, useRef } from "react";
import { Announcer } from "../parts/announcer.js";
import { ErrorBoundary } from "../parts/error-boundary.js";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { SignedOutScreen } from "../screens/signed-out-screen.js";
import { capabilitiesOf } from "../state/capabilities.js";
import { useServices, useValue } from "../state/use-services.js";
import { APP } from "../words/app-words.js";
import { explain } from "../words/errors.js";
import { availableRoute, pathOf } from "./available-route.js";
import { Overlays } from "./overlays.js";
import type { AppRoute } from "./routes.js";
import { doorOf, EntryScreen, Screen } from "./screens.js";
import { useRoute } from "./use-route.js";
import { useTitle } from "./use-title.js";

export function App() {
  const services = useServices();
  const [route, navigate] = useRoute();
  useTitle(services, route);
  useFocusOnChange(route);
  return (
    <Overlays navigate={navigate}>
      <Announcer>
        <SkipLink />
        <ErrorBoundary fallback={<Trouble {...explain("internal-error")} />}>
          <Suspense fallback={<Skeleton label={APP.name} />}>
            <Gate route={route} />
          </Suspense>
        </ErrorBoundary>
      </Announcer>
    </Overlays>
  );
}

function Gate({ route }: { readonly route: AppRoute }) {
  const { connection, appState } = useServices();
  const { status } = useValue(connection);
  const { value, code } = useValue(appState.store);
  const shown = availableRoute(route, capabilitiesOf(value));
  useShownAddress(route, value === null || status === "signed-out" ? route : shown);
  // Without accounts nothing more is sent to whoever is not signed in, so that what is said then is here already.
  if (status === "signed-out" && value !== null && !capabilitiesOf(value).hasAccounts) return <SignedOutScreen />;
  if (status === "signed-out") return <EntryScreen door={doorOf(route)} />;
  if (value !== null) return <Screen route={shown} />;
  return code === null || code === "unauthorized" ? <Skeleton label={APP.name} /> : <StateTrouble code={code} />;
}

/** An address that only leads to another gives way to it. */
function useShownAddress(asked: AppRoute, shown: AppRoute): void {
  const path = asked.screen === shown.screen ? null : pathOf(shown);
  useEffect(() => {
    if (path !== null) history.replaceState(null, "", path);
  }, [path]);
}

function StateTrouble({ code }: { readonly code: string }) {
  const { appState } = useServices();
  return (
    <div className="alone">
      <main id="content">
        <Trouble {...explain(code)}>
          <button type="button" className="btn small" onClick={() => void appState.load()}>
            {APP.tryAgain}
          </button>
        </Trouble>
      </main>
    </div>
  );
}

/** Headings and regions take the focus only when they are given it. */
function focusFor(element: HTMLElement | null): void {
  if (element === null) return;
  element.tabIndex = -1;
  element.focus();
}

function SkipLink() {
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    focusFor(document.querySelector<HTMLElement>("#content"));
  };
  return (
    <a className="skip" href="#content" onClick={skip}>
      {APP.skip}
    </a>
  );
}

/** A new screen begins at its top for readers too; the first one keeps the browser's focus. */
function useFocusOnChange(route: AppRoute): void {
  const before = useRef(route);
  useEffect(() => {
    if (before.current.screen === route.screen) return;
    before.current = route;
    if (document.activeElement === document.body || document.activeElement === null) {
      focusFor(document.querySelector<HTMLElement>("#content h1"));
    }
  }, [route]);
}
