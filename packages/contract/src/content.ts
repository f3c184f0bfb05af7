import * as z from "zod/mini";

/** What is kept of a result: text and images; everything else became JSON text (CAT-04). */
export const TextBlock = z.object({ type: z.literal("text"), text: z.string() });
export const ImageBlock = z.object({
  type: z.literal("image"),
  mimeType: z.string(),
  /** Base64. */
  data: z.string(),
});
export const ContentBlock = z.discriminatedUnion("type", [TextBlock, ImageBlock]);
export type TextBlock = z.infer<typeof TextBlock>;
export type ImageBlock = z.infer<typeof ImageBlock>;
export type ContentBlock = z.infer<typeof ContentBlock>;
