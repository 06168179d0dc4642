import type { FastifyInstance } from 'fastify'
import { labelCalls } from '#contract/labels/product-labels.ts'
import { mount } from '#server/http/pipeline.ts'
import { giveBarcodes } from './give-barcodes.ts'
import { productLabels } from './product-labels.ts'

export function labelRoutes(app: FastifyInstance): void {
  mount(app, labelCalls.print, async (context, { query }) => ({ file: await productLabels(context, query) }))
  mount(app, labelCalls.giveBarcodes, async (context, { body }) => ({ data: await giveBarcodes(context, body) }))
}
