import { api, signedIn } from '../../rpc/base.ts'
import { securityPolicy } from './security.policy.ts'
import { readRlsAudit } from './security.queries.ts'

export function securityProcedures() {
  return {
    auditRlsCompliance: api.security.auditRlsCompliance
      .use(signedIn)
      .handler(async ({ context: { db, actor } }) => {
        securityPolicy.view(actor)
        const { tables, findings } = await db.asActor(actor, readRlsAudit)
        return {
          tablesChecked: tables,
          compliant: findings.length === 0,
          findings: findings.map(row => ({
            schema: row.schema_name,
            table: row.table_name,
            problem: row.problem,
          })),
        }
      }),
  }
}
