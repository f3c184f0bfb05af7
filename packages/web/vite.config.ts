import react from "@vitejs/plugin-react";
import { isValidElement, type ReactNode } from "react";
import { defineConfig, type Plugin } from "vite";

const WEIGHTS = ["regular", "fill"];

/** Icons come in six weights and two are used: only those are sent to a browser. */
function usedIconWeights(): Plugin {
  return {
    name: "used-icon-weights",
    apply: "build",
    async load(id) {
      if (!/@phosphor-icons\/react\/dist\/defs\/\w+\.es\.js$/.test(id)) return null;
      const { default: weights }: { default: ReadonlyMap<string, ReactNode> } = await import(id);
      const kept = WEIGHTS.map((weight) => `["${weight}", ${elementCode(weights.get(weight))}]`);
      return `import { createElement } from "react";\nexport default new Map([${kept.join(", ")}]);`;
    },
  };
}

function elementCode(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(elementCode).join(", ");
  if (!isValidElement<{ readonly d?: string; readonly children?: ReactNode }>(node)) return "null";
  const { d, children } = node.props;
  return d === undefined ? elementCode(children) : `createElement("path", { d: ${JSON.stringify(d)} })`;
}

export default defineConfig({
  plugins: [usedIconWeights(), react()],
  build: {
    outDir: "dist/app",
    emptyOutDir: true,
    target: "es2023",
    // A preload polyfill and inlined assets would need a looser content security policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  worker: { format: "es" },
});
