import type { FastifyInstance } from 'fastify'
import type { Upload } from '#contract/fields/choice.ts'
import { bankRules, rulePreview, ruleProposals } from '#contract/imports/bank-rules.ts'
import { bankStatements, bankStatementCalls as calls, statementLineList } from '#contract/imports/bank-statements.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Call } from '#contract/kit/resource.ts'
import type { Context } from '#server/core/context.ts'
import { mount, mountPrepared } from '#server/http/pipeline.ts'
import { listRows } from '#server/resource/list.ts'
import { mountResource } from '#server/resource/routes.ts'
import { readStatementFile, statementSheet } from './bank-layout.ts'
import { presentLine, presentLines } from './describe-lines.ts'
import { lineChoices } from './line-choices.ts'
import { enterLine, payLine } from './make-from-line.ts'
import { ignoreLine, matchLine, noteLine, unmatchLine } from './match-line.ts'
import { matchTogether } from './match-together.ts'
import { lineListing, readBankStatement, statementListing, statementWithBooks } from './read-statements.ts'
import { reconcileStatement } from './reconcile-statement.ts'
import { refundLine } from './refunds/refund-from-line.ts'
import { proposeRules } from './rule-proposals.ts'
import { previewRule, ruleListing, saveRule } from './rules.ts'
import { removeStatement, saveStatement } from './save-statement.ts'
import type { StoredLine } from './stored-line.ts'
import { countSure, takeSure } from './sure-lines.ts'

export function bankStatementRoutes(app: FastifyInstance): void {
  mount(app, calls.list, ({ db }, { query }) => listRows(db, statementListing, bankStatements.list, query as ListQuery))
  mount(app, calls.lines, async (context, { query }) => {
    const { data, meta } = await listRows(context.db, lineListing, statementLineList, query as ListQuery)
    return { data: await presentLines(context, data as StoredLine[]), ...(meta && { meta }) }
  })
  mount(app, calls.line, async (context, { params }) => ({ data: await presentLine(context, params.id) }))
  mountPrepared(
    app,
    calls.create,
    (reader, { body }) => readStatementFile(reader, body.account_id, body.statement_file as Upload, body),
    async (context, { body }, read) => {
      const file = body.statement_file as Upload
      const id = await saveStatement(context, body, file, read)
      return { data: await readBankStatement(context, id) }
    },
  )
  mountPrepared(
    app,
    calls.columns,
    (reader, { body }) => statementSheet(reader, body.account_id, body.statement_file as Upload),
    async (_context, _ask, data) => ({ data }),
  )
  mount(app, calls.read, async (context, { params }) => ({ data: await statementWithBooks(context, params.id) }))
  mount(app, calls.remove, async (context, { params }) => {
    await removeStatement(context, params.id)
    return { data: { id: params.id } }
  })
  const act = <C extends Call>(call: C, work: (context: Context, id: number, body: never) => Promise<void>) =>
    mount(app, call, async (context, { params, body }) => {
      const { id } = params as { id: number }
      // The calls of this list share no body; each work takes that of its own call.
      await work(context, id, body as never)
      return { data: await presentLine(context, id), message: 'updated' }
    })
  act(calls.match, (context, id, body: { lines: never[]; version?: number }) =>
    matchLine(context, id, body.lines, body.version),
  )
  act(calls.pay, payLine)
  act(calls.enter, enterLine)
  act(calls.refund, refundLine)
  act(calls.unmatch, (context, id, body: { version?: number }) => unmatchLine(context, id, body.version))
  act(calls.note, noteLine)
  act(calls.ignore, (context, id, body: { version?: number }) => ignoreLine(context, id, body.version))
  mount(app, calls.reconcile, async (context, { params }) => ({
    data: await reconcileStatement(context, (params as { id: number }).id),
  }))
  mount(app, calls.sure, async (context, { params }) => ({ data: await countSure(context, params.id) }))
  mount(app, calls.takeSure, async (context, { params }) => ({
    data: await takeSure(context, (params as { id: number }).id),
    message: 'updated',
  }))
  mount(app, calls.choices, async (context, { params, query }) => ({
    data: await lineChoices(context, params.id, query.keyword.trim()),
  }))
  mount(app, calls.matchTogether, async (context, { body }) => {
    const { line_ids, lines } = body as { line_ids: number[]; lines: never[] }
    const first = await matchTogether(context, line_ids, lines)
    return { data: await presentLine(context, first), message: 'updated' }
  })
  mount(app, ruleProposals, async (context) => ({ data: await proposeRules(context) }))
  mount(app, rulePreview, (context, { query }) => previewRule(context, query))
  mountResource(app, bankRules, {
    listing: ruleListing,
    create: (context, body) => saveRule(context, null, body),
    update: async (context, id, body) => void (await saveRule(context, id, body)),
  })
}
