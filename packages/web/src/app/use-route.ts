import { useCallback, useEffect, useState } from "react";
import type { Navigate } from "../parts/navigation.js";
import { type AppRoute, routeOf } from "./routes.js";

/** The address bar as state. */
export function useRoute(): readonly [AppRoute, Navigate] {
  const [route, setRoute] = useState(() => routeOf(location.pathname, location.search));
  useEffect(() => {
    const follow = () => setRoute(routeOf(location.pathname, location.search));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  useEffect(() => {
    if (holdsSecret(route)) history.replaceState(null, "", location.pathname);
  }, [route]);
  const navigate = useCallback((path: string) => {
    if (path !== `${location.pathname}${location.search}`) history.pushState(null, "", path);
    setRoute(routeOf(location.pathname, location.search));
  }, []);
  return [route, navigate];
}

/** What opens an instance or an account stays neither in the address bar nor in the history. */
function holdsSecret(route: AppRoute): boolean {
  return (route.screen === "setup" && route.code !== null) || (route.screen === "register" && route.invite !== null);
}
