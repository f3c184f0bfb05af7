import type { Channel } from "./channel.js";
import { listChangedMethod, metaKeys, notificationText, type RpcId } from "./wire.js";

/** The listen streams of modern clients. */
export class Subscriptions {
  readonly #channels = new Map<RpcId, { channel: Channel; hears: boolean }>();

  get size(): number {
    return this.#channels.size;
  }

  /** `hears` false: acknowledged, and nothing will ever come. */
  add(id: RpcId, channel: Channel, hears: boolean): void {
    this.#channels.set(id, { channel, hears });
    channel.signal.addEventListener("abort", () => this.#channels.delete(id));
    const notifications = hears ? { toolsListChanged: true } : {};
    const params = { notifications, _meta: { [metaKeys.subscriptionId]: id } };
    channel.send([notificationText("notifications/subscriptions/acknowledged", params)], false);
  }

  /** Ends the stream from the client's side. */
  remove(id: RpcId): void {
    const found = this.#channels.get(id);
    this.#channels.delete(id);
    found?.channel.send([], true);
  }

  /** Ends every stream from the server's side. */
  dropAll(): void {
    for (const id of [...this.#channels.keys()]) this.remove(id);
  }

  notify(): void {
    for (const [id, { channel, hears }] of this.#channels) {
      const params = { _meta: { [metaKeys.subscriptionId]: id } };
      if (hears) channel.send([notificationText(listChangedMethod, params)], false);
    }
  }
}
