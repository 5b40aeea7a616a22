import { type SelectModifierNode, SqliteQueryCompiler } from 'kysely'

/** Leaves out row locks, which only PostgreSQL needs: a transaction of SQLite has locked the whole database. */
export class LockFreeCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'ForShare') super.visitSelectModifier(node)
  }
}
