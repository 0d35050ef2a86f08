import type { Database } from '../db/database.ts'
import { audit } from '../features/security/security.queries.ts'
import { demoEmail, demoPassword, demoPeople } from './demo-organisation.ts'

/** For a start with `DEMO=0`: suspends accounts with public passwords, for good. Returns how many. */
export async function retireDemo(db: Database): Promise<number> {
  return db.asOwner('the operator says by a setting that this is no demo', async tx => {
    const retiredUsers = await tx
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
    if (retiredUsers.length === 0) return 0
    await audit(
      tx,
      'demo_account_suspended',
      ...retiredUsers.map(({ id }) => ({ actorId: null, aboutId: id })),
    )
    return retiredUsers.length
  })
}

/**
 * For a start that withholds the demo: somebody may have signed in with the public password. Accounts with another password keep
 * their sessions. Returns how many were signed out.
 */
export async function endPublicSessions(
  db: Database,
  verify: (hashed: string, secret: string) => Promise<boolean>,
): Promise<number> {
  const reason = 'anybody may have signed in with the public password of the demo'
  const signedInUsers = await db.asOwner(reason, tx =>
    tx
      .selectFrom('auth.accounts as a')
      .innerJoin('auth.users as u', 'u.id', 'a.user_id')
      .select(['a.user_id', 'a.password'])
      .where(
        'u.email',
        'in',
        demoPeople.map(person => demoEmail(person.key)),
      )
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('installation_facts').select('fact').where('fact', '=', 'demo')),
      )
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('auth.sessions as s').select('s.id').whereRef('s.user_id', '=', 'a.user_id')),
      )
      .execute(),
  )
  const publicUserIds: string[] = []
  for (const { user_id, password } of signedInUsers)
    if (password !== null && (await verify(password, demoPassword))) publicUserIds.push(user_id)
  if (publicUserIds.length === 0) return 0
  await db.asOwner(reason, async tx => {
    await tx.deleteFrom('auth.sessions').where('user_id', 'in', publicUserIds).execute()
    await audit(tx, 'demo_account_signed_out', ...publicUserIds.map(aboutId => ({ actorId: null, aboutId })))
  })
  return publicUserIds.length
}
