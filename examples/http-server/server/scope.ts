import { z } from 'zod';

/** Which documents a conversation, or a turn, may see. */
export const scope = z.strictObject({
  sources: z.array(z.string().min(1)).max(1000).optional(),
  categories: z.array(z.string().min(1)).max(1000).optional(),
});
