import type { Bus, Ring } from "@loop/core/host";

type Hear = (ring: Ring) => void;

/**
 * The doorbell of one process. Rings are heard after the publisher's own step is done, and a listener that throws
 * disturbs nobody: for it the ring is lost, as the port allows.
 */
export function createInProcessBus(options: { readonly onError?: (error: unknown) => void } = {}): Bus {
  const listeners = new Map<string, Set<{ readonly hear: Hear }>>();
  let isClosed = false;

  return {
    publish(ring) {
      for (const listener of listeners.get(ring.topic) ?? []) {
        queueMicrotask(() => {
          if (listeners.get(ring.topic)?.has(listener) !== true) return;
          try {
            listener.hear(ring);
          } catch (error) {
            options.onError?.(error);
          }
        });
      }
    },
    async subscribe(topic, hear) {
      if (isClosed) return () => undefined;
      const listener = { hear };
      const heard = listeners.get(topic) ?? new Set();
      listeners.set(topic, heard.add(listener));
      return () => {
        heard.delete(listener);
        if (heard.size === 0 && listeners.get(topic) === heard) listeners.delete(topic);
      };
    },
    async close() {
      isClosed = true;
      listeners.clear();
    },
  };
}
