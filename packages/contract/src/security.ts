import { z } from 'zod'
import { signedInProcedure } from './base.ts'

export const rlsFinding = z.object({
  schema: z.string(),
  table: z.string(),
  problem: z.enum(['rls_disabled', 'no_policy']),
})

export const security = {
  /** Reads the database's own catalogue: every table of the product without row-level security or policy. */
  auditRlsCompliance: signedInProcedure
    .route({ method: 'GET', path: '/security/rls', operationId: 'audit_rls_compliance', tags: ['security'] })
    .output(z.object({ tablesChecked: z.int(), compliant: z.boolean(), findings: z.array(rlsFinding) })),
}
