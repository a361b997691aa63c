import type { Agent } from '@cubo/agent';
import type { Cubo } from '@cubo/core';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { conversationRoutes } from './conversations.ts';
import { documentRoutes } from './documents.ts';
import { describeError } from './errors.ts';
import { checkNames, checkToken } from './guard.ts';
import { createSlots, limitRequests, passOver } from './limits.ts';
import type { Settings } from './settings.ts';
import type { DocumentFolders } from './upload.ts';

/** What the server serves. */
export interface Served {
  readonly cubo: Cubo;
  readonly agent: Agent;
  readonly folders: DocumentFolders;
  readonly settings: Settings;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
}

// #region app
/** Puts the server together: guards first, then routes. */
export function createApp({ cubo, agent, folders, settings, closing }: Served): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } }));
  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
  });
  app.use(checkNames(settings));
  if (settings.origins.length > 0)
    app.use(cors({ origin: [...settings.origins], allowHeaders: ['Authorization', 'Content-Type'] }));
  app.use(checkToken(settings));
  app.use(limitRequests(createSlots(settings.maximumRequests, 'requests')));

  app.route('/documents', documentRoutes(cubo, { folders, settings, closing }));
  app.route('/conversations', conversationRoutes(agent, settings));
  app.get('/audit', async (context) => context.json(await cubo.audit()));

  app.notFound((context) => {
    const message = `There is nothing at ${context.req.method} ${context.req.path}.`;
    return context.json({ code: 'NOT_FOUND', message, remedy: 'docs/guides/http-server.md lists what there is.' }, 404);
  });
  app.onError(async (error, context) => {
    const { status, body } = describeError(error);
    if (status === 413) {
      await passOver(context.env.incoming);
      // What is still to come of the body must not be taken for the next request.
      context.header('Connection', 'close');
    }
    if (status === 503) context.header('Retry-After', '1');
    return context.json(body, status);
  });
  return app;
}
// #endregion
