import "../styles/palette.css";

export { OverlayScreen } from "../screens/palette-screen.js";
