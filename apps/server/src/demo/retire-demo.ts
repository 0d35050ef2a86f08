import type { Database } from '../db/database.ts'
import { appendSecurityEvents } from '../features/security/security.queries.ts'
import { demoEmail, demoPeople } from './demo-organisation.ts'

/**
 * Suspends all people of the demo, whose passwords the whole world knows; answers how many they were. Their sessions and
 * sockets end with it. For a start that is no demo (`DEMO=0`) on a database that was one. They stay suspended.
 */
export async function retireDemo(db: Database): Promise<number> {
  return db.asOwner('the operator says by a setting that this is no demo', async tx => {
    const retired = await tx
      .updateTable('user_profiles')
      .set({ status: 'suspended' })
      .where(
        'email',
        'in',
        demoPeople.map(person => demoEmail(person.key)),
      )
      .where('status', '<>', 'suspended')
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('installation_facts').select('fact').where('fact', '=', 'demo')),
      )
      .returning('id')
      .execute()
    if (retired.length === 0) return 0
    await appendSecurityEvents(
      tx,
      retired.map(({ id }) => ({
        type: 'demo_account_suspended',
        description: 'An account of the demo was suspended: the server was started with DEMO=0.',
        actorId: null,
        affectedUserId: id,
        severity: 'medium' as const,
        metadata: {},
      })),
    )
    return retired.length
  })
}
