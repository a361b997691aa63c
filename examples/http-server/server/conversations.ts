import { type Agent, type Conversation, toNdjson } from '@cubo/agent';
import { Hono } from 'hono';
import { z } from 'zod';
import { readJson, readQuery } from './json-body.ts';
import { limitBody, longestJson } from './limits.ts';
import { createMessageReader, longestMessage } from './message.ts';
import { ndjsonResponse } from './ndjson.ts';
import { scope } from './scope.ts';
import type { Settings } from './settings.ts';

const newConversation = z.strictObject({ title: z.string().min(1).max(200).optional(), scope: scope.optional() });
const count = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);
const upTo = (most: number) => count.pipe(z.number().min(1).max(most));
const position = z.strictObject({ turn: count.optional(), after: count.default(0) });
const page = z.strictObject({ limit: upTo(500).default(50), offset: count.default(0) });
const words = z.strictObject({ query: z.string().min(1).max(1000), limit: upTo(100).default(20) });

/** Chat, and what was said before. */
export function conversationRoutes(agent: Agent, settings: Settings): Hono {
  const { turnSeconds, maximumRequests, maximumAttachmentBytes } = settings;
  const readMessage = createMessageReader({ maximumAttachmentBytes, maximumTurns: maximumRequests });
  const limitJson = limitBody(longestJson);
  const limitMessage = limitBody(longestMessage(maximumAttachmentBytes));
  const routes = new Hono();
  routes.use(async (context, next) => {
    const isMessage = context.req.method === 'POST' && context.req.path.endsWith('/turns');
    // What does not say how long it is would be in memory before it is known to be long.
    const saysLength = context.req.header('content-length') !== undefined;
    return isMessage && saysLength ? limitMessage(context, next) : limitJson(context, next);
  });

  /** Else a client that names one that is not there, or was deleted, would begin one. */
  const known = (id: string): Promise<Conversation> => agent.conversation(id, { create: false });

  routes.post('/', async (context) => {
    const { id } = await agent.conversation(undefined, await readJson(context, newConversation));
    return context.json({ id }, 201);
  });

  // #region chat
  routes.post('/:id/turns', async (context) => {
    const conversation = await known(context.req.param('id'));
    const { text, scope, attachments, release } = await readMessage(context);
    // The turn goes on when the client goes away, so that it can come back; a time limit ends what nobody comes back for.
    const turn = conversation.send(text, { scope, attachments, signal: AbortSignal.timeout(turnSeconds * 1000) });
    void turn.finally(release).catch(() => {});
    return ndjsonResponse(toNdjson(turn));
  });

  // Where a client was cut off, it asks for what came behind the last sequence number that it saw.
  routes.get('/:id/events', async (context) => {
    const conversation = await known(context.req.param('id'));
    return ndjsonResponse(toNdjson(conversation.events(readQuery(context, position))));
  });

  routes.post('/:id/stop', async (context) => {
    await (await known(context.req.param('id'))).stop();
    return context.body(null, 204);
  });
  // #endregion

  // #region history
  routes.get('/', (context) => {
    return context.json({ conversations: agent.conversations().list(readQuery(context, page)) });
  });
  routes.get('/search', (context) => {
    const { query, limit } = readQuery(context, words);
    return context.json({ matches: agent.conversations().search(query, { limit }) });
  });
  routes.get('/:id', (context) => {
    return context.json(agent.conversations().export(context.req.param('id'), 'json'));
  });
  routes.delete('/:id', async (context) => {
    const isDeleted = await agent.conversations().delete(context.req.param('id'));
    return context.body(null, isDeleted ? 204 : 404);
  });
  // #endregion

  return routes;
}
