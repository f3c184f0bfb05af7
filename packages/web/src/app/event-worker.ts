import { EventHub } from "../api/event-hub/event-hub.js";
import type { FromHub, ToHub } from "../api/event-hub/messages.js";
import { later } from "./timers.js";

const ports = new Set<MessagePort>();

const hub = new EventHub({
  tell: (message: FromHub) => {
    for (const port of ports) port.postMessage(message);
  },
  later,
  now: () => Date.now(),
  random: () => Math.random(),
  locks: navigator.locks,
});

addEventListener("connect", (event) => {
  if (!(event instanceof MessageEvent)) return;
  for (const port of event.ports) {
    ports.add(port);
    port.addEventListener("message", (message: MessageEvent<ToHub>) => {
      if (message.data.type === "leave") ports.delete(port);
      hub.hear(message.data);
    });
    port.start();
  }
});
