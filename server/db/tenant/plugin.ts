import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  type PluginTransformQueryArgs,
  PrimitiveValueListNode,
  type QueryId,
  RawNode,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'
import { tenantTables } from '../schema.ts'

/**
 * Adds the tenant to every table of a query: as a condition in FROM, JOIN, UPDATE and DELETE, as a column in INSERT.
 * This is the first wall between tenants and keeps every statement on one shard; row security is the second wall.
 */
export class TenantPlugin implements KyselyPlugin {
  readonly #organizationId: number
  #transformer: TenantTransformer | undefined
  constructor(organizationId: number) {
    this.#organizationId = organizationId
  }
  transformQuery(args: PluginTransformQueryArgs) {
    if (isTemplate(args.node)) return args.node
    // Created by the first query that needs it: it binds a method for each kind of node.
    this.#transformer ??= new TenantTransformer(this.#organizationId)
    return this.#transformer.transformNode(args.node, args.queryId)
  }
  async transformResult(args: { result: Awaited<ReturnType<NonNullable<KyselyPlugin['transformResult']>>> }) {
    return args.result
  }
}

/** Whether it consists of `sql` templates and values alone, and so names no table that the plugin could see. */
const isTemplate = (node: OperationNode): boolean =>
  RawNode.is(node) &&
  'raw' in node.sqlFragments &&
  node.parameters.every((part) => (ValueNode.is(part) ? !part.immediate : isTemplate(part)))

class TenantTransformer extends OperationNodeTransformer {
  readonly #organizationId: number
  constructor(organizationId: number) {
    super()
    this.#organizationId = organizationId
  }

  protected override transformSelectQuery(given: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const node = super.transformSelectQuery(given, queryId)
    return {
      ...node,
      where: this.#where(node.where, node.from?.froms ?? []),
      joins: node.joins?.map((join) => this.#join(join)),
    }
  }
  protected override transformUpdateQuery(given: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const node = super.transformUpdateQuery(given, queryId)
    const tables = [...(node.table ? [node.table] : []), ...(node.from?.froms ?? [])]
    return { ...node, where: this.#where(node.where, tables), joins: node.joins?.map((join) => this.#join(join)) }
  }
  protected override transformDeleteQuery(given: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const node = super.transformDeleteQuery(given, queryId)
    const tables = [...node.from.froms, ...(node.using?.tables ?? [])]
    return { ...node, where: this.#where(node.where, tables), joins: node.joins?.map((join) => this.#join(join)) }
  }
  protected override transformInsertQuery(given: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const node = super.transformInsertQuery(given, queryId)
    if (!node.into || tenantTableOf(node.into) === undefined) return node
    if (node.columns?.some((column) => column.column.name === 'organization_id')) return node
    if (!node.values || !ValuesNode.is(node.values)) throw new Error('an INSERT … SELECT names organization_id itself')
    const rows = node.values.values.map((row) =>
      PrimitiveValueListNode.is(row)
        ? PrimitiveValueListNode.create([...row.values, this.#organizationId])
        : ValueListNode.create([...row.values, ValueNode.create(this.#organizationId)]),
    )
    return {
      ...node,
      columns: [...(node.columns ?? []), ColumnNode.create('organization_id')],
      values: ValuesNode.create(rows),
    }
  }

  #where(where: WhereNode | undefined, tables: readonly OperationNode[]): WhereNode | undefined {
    const condition = this.#condition(tables)
    if (!condition) return where
    return where ? WhereNode.create(AndNode.create(where.where, condition)) : WhereNode.create(condition)
  }
  #join(join: JoinNode): JoinNode {
    const condition = this.#condition([join.table])
    if (!condition) return join
    return { ...join, on: join.on ? OnNode.create(AndNode.create(join.on.on, condition)) : OnNode.create(condition) }
  }
  #condition(tables: readonly OperationNode[]): OperationNode | undefined {
    const names = tables.map(tenantTableOf).filter((name) => name !== undefined)
    const conditions = names.map((name) =>
      BinaryOperationNode.create(
        ReferenceNode.create(ColumnNode.create('organization_id'), TableNode.create(name)),
        OperatorNode.create('='),
        ValueNode.create(this.#organizationId),
      ),
    )
    return conditions.reduce<OperationNode | undefined>(
      (all, next) => (all ? AndNode.create(all, next) : next),
      undefined,
    )
  }
}

/** The name by which the query refers to a tenant table: its alias if it has one. */
function tenantTableOf(node: OperationNode): string | undefined {
  if (AliasNode.is(node)) {
    if (!TableNode.is(node.node) || tenantTableOf(node.node) === undefined) return undefined
    return IdentifierNode.is(node.alias) ? node.alias.name : undefined
  }
  if (!TableNode.is(node)) return undefined
  const name = node.table.identifier.name
  return tenantTables.has(name) ? name : undefined
}
