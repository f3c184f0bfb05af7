import { createContext, useContext } from "react";

/** What can lie above every screen: the palette, or the map of the keyboard. */
export type Overlay = "palette" | "keyboard";

export const OverlayContext = createContext<(overlay: Overlay) => void>(() => {});

export function useOverlay(): (overlay: Overlay) => void {
  return useContext(OverlayContext);
}
