/** Types a browser draws without running anything. */
export const PICTURES = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;
