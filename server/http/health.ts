import type { FastifyInstance } from 'fastify'

/** `/api/health`: the process answers. `/api/ready`: so does the database. */
export function healthRoutes(app: FastifyInstance): void {
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (_request, reply) => {
    const ready = await app.services.pool.query('SELECT 1').then(
      () => true,
      () => false,
    )
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
  })
}
