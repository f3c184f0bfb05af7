import { lazy, type MouseEvent, Suspense, useEffect, useRef } from "react";
import { Announcer } from "../parts/announcer.js";
import { ErrorBoundary } from "../parts/error-boundary.js";
import { NavigationContext } from "../parts/navigation.js";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { ChatScreen } from "../screens/chat-screen.js";
import { HomeScreen } from "../screens/home-screen.js";
import { NotFoundScreen } from "../screens/not-found-screen.js";
import { SignedOutScreen } from "../screens/signed-out-screen.js";
import { useServices, useValue } from "../state/use-services.js";
import { APP } from "../words/app-words.js";
import { explain } from "../words/errors.js";
import type { AppRoute } from "./routes.js";
import { useKeyboard } from "./use-keyboard.js";
import { useRoute } from "./use-route.js";
import { useTitle } from "./use-title.js";

const RunScreen = lazy(async () => ({ default: (await import("../screens/run-screen.js")).RunScreen }));
const ServersScreen = lazy(async () => ({
  default: (await import("../screens/settings-servers-screen.js")).SettingsServersScreen,
}));
const AddServerScreen = lazy(async () => ({
  default: (await import("../screens/settings-form-screen.js")).AddServerScreen,
}));
const EditServerScreen = lazy(async () => ({
  default: (await import("../screens/settings-form-screen.js")).EditServerScreen,
}));
const ToolsScreen = lazy(async () => ({
  default: (await import("../screens/settings-tools-screen.js")).SettingsToolsScreen,
}));
const ModelScreen = lazy(async () => ({
  default: (await import("../screens/settings-model-screen.js")).SettingsModelScreen,
}));
const PasteScreen = lazy(async () => ({
  default: (await import("../screens/settings-paste-screen.js")).SettingsPasteScreen,
}));
const GeneralScreen = lazy(async () => ({
  default: (await import("../screens/settings-general-screen.js")).SettingsGeneralScreen,
}));

export function App() {
  const services = useServices();
  const [route, navigate] = useRoute();
  const { status } = useValue(services.connection);
  useKeyboard(services, navigate);
  useTitle(services, route);
  useFocusOnChange(route);
  return (
    <NavigationContext.Provider value={navigate}>
      <Announcer>
        <SkipLink />
        <ErrorBoundary fallback={<Trouble {...explain("internal-error")} />}>
          <Suspense fallback={<Skeleton label={APP.name} />}>
            {status === "signed-out" ? <SignedOutScreen /> : <Screen route={route} />}
          </Suspense>
        </ErrorBoundary>
      </Announcer>
    </NavigationContext.Provider>
  );
}

function Screen({ route }: { readonly route: AppRoute }) {
  switch (route.screen) {
    case "home":
      return <HomeScreen />;
    case "chat":
      return <ChatScreen key={route.id} id={route.id} />;
    case "servers":
      return <ServersScreen />;
    case "add-server":
      return <AddServerScreen />;
    case "paste-servers":
      return <PasteScreen />;
    case "edit-server":
      return <EditServerScreen key={route.id} id={route.id} />;
    case "tools":
      return <ToolsScreen key={route.id} id={route.id} />;
    case "model":
      return <ModelScreen />;
    case "general":
      return <GeneralScreen />;
    case "run":
      return <RunScreen {...route} />;
    case "not-found":
      return <NotFoundScreen />;
  }
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
