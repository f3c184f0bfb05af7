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
  const navigate = useCallback((path: string) => {
    if (path !== `${location.pathname}${location.search}`) history.pushState(null, "", path);
    setRoute(routeOf(location.pathname, location.search));
  }, []);
  return [route, navigate];
}
