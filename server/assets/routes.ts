import type { FastifyInstance } from 'fastify'
import { assetClasses, usualClassesCall } from '#contract/assets/asset-classes.ts'
import { assetWorkCalls, invoiceAssetCalls } from '#contract/assets/asset-work.ts'
import { assetCalls, assets, billAssetCalls } from '#contract/assets/assets.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { mount } from '#server/http/pipeline.ts'
import { mountPlanPreview } from '#server/posting/mount-plan-preview.ts'
import { listRows } from '#server/resource/list.ts'
import { mountExport } from '#server/resource/mount-export.ts'
import { mountResource } from '#server/resource/routes.ts'
import { updateRow } from '#server/resource/table.ts'
import { answerTaxUse } from './answer-tax-use.ts'
import { classRules } from './asset-classes.ts'
import { assetLabels } from './asset-labels.ts'
import { cancelAsset } from './cancel-asset.ts'
import { disposeAsset, previewDisposal } from './dispose-asset.ts'
import { impairAsset } from './impair-asset.ts'
import { assetListing, readAsset } from './read-asset.ts'
import { recordUse } from './record-use.ts'
import { registerAsset } from './register-asset.ts'
import { billAssets, registerFromBill } from './register-from-bill.ts'
import { restoreAsset } from './restore-asset.ts'
import { reviseAsset } from './revise-asset.ts'
import { disposeByInvoice, soldByInvoice } from './sold-by-invoice.ts'
import { seeAsset, stockTakingOfAssets } from './take-stock-of-assets.ts'
import { transferAsset } from './transfer-asset.ts'
import { addUsualClasses } from './usual-classes.ts'

export function assetRoutes(app: FastifyInstance): void {
  const { calls, list } = assets
  mountResource(app, assetClasses, classRules)
  mountExport(app, assets, (context, query) => listRows(context.db, assetListing(context), list, query))
  mount(app, calls.list, (context, { query }) => listRows(context.db, assetListing(context), list, query as ListQuery))
  mount(app, calls.read, async (context, { params }) => ({ data: await readAsset(context, params.id) }))
  mount(app, calls.create, async (context, { body }) => ({
    data: await readAsset(context, await registerAsset(context, body)),
  }))
  mount(app, calls.update, async (context, { params, body }) => {
    const { version, ...memo } = body
    const columns = sentFields(memo)
    await updateRow(context.db, 'assets', params.id, columns, version)
    return { data: await readAsset(context, params.id) }
  })
  mount(app, calls.remove, async (context, { params }) => {
    await cancelAsset(context, params.id)
    return { data: { id: params.id } }
  })
  mountEvents(app)
  mountWork(app)
  mount(app, usualClassesCall, async (context) => ({ data: { added: await addUsualClasses(context) } }))
  mount(app, billAssetCalls.show, async (context, { params }) => ({ data: await billAssets(context, params.id) }))
  mount(app, billAssetCalls.register, async (context, { params, body }) => ({
    data: { ids: await registerFromBill(context, params.id, body) },
  }))
}

function mountWork(app: FastifyInstance): void {
  mount(app, invoiceAssetCalls.show, async (context, { params }) => ({ data: await soldByInvoice(context, params.id) }))
  mount(app, invoiceAssetCalls.dispose, async (context, { params, body }) => ({
    data: await disposeByInvoice(context, params.id, body),
  }))
  mount(app, assetWorkCalls.see, async (context, { body }) => ({ data: await seeAsset(context, body) }))
  mount(app, assetWorkCalls.taking, async (context, { query }) => ({ data: await stockTakingOfAssets(context, query) }))
  mount(app, assetWorkCalls.labels, async (context, { query }) => ({ file: await assetLabels(context, query) }))
  mount(app, assetWorkCalls.taxUse, async (context, { params, body }) => {
    await answerTaxUse(context, { ...body, id: params.id })
    return { data: await readAsset(context, params.id) }
  })
}

function mountEvents(app: FastifyInstance): void {
  mount(app, assetCalls.revise, async (context, { params, body }) => {
    await reviseAsset(context, { ...body, id: params.id })
    return { data: await readAsset(context, params.id) }
  })
  mount(app, assetCalls.impair, async (context, { params, body }) => {
    await impairAsset(context, { ...body, id: params.id })
    return { data: await readAsset(context, params.id) }
  })
  mount(app, assetCalls.use, async (context, { params, body }) => {
    await recordUse(context, { ...body, id: params.id })
    return { data: await readAsset(context, params.id) }
  })
  mount(app, assetCalls.transfer, async (context, { params, body }) => {
    await transferAsset(context, { ...body, id: params.id })
    return { data: await readAsset(context, params.id) }
  })
  mount(app, assetCalls.dispose, async (context, { params, body }) => {
    await disposeAsset(context, { ...body, id: params.id })
    return { data: await readAsset(context, params.id) }
  })
  mountPlanPreview(app, assetCalls.disposePreview, (context, { params, body }) =>
    previewDisposal(context, { ...body, id: params.id }),
  )
  mount(app, assetCalls.restore, async (context, { params }) => {
    await restoreAsset(context, params.id)
    return { data: await readAsset(context, params.id) }
  })
}
