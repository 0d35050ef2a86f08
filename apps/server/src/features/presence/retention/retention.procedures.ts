import { api, signedIn } from '../../../rpc/base.ts'
import { cleanUp } from './clean-up.ts'

/** It belongs to the Security page, so it is called `security.cleanUp`. */
export const retentionProcedures = {
  cleanUp: api.security.cleanUp
    .use(
      signedIn('manage_security', { withoutTx: 'one transaction a batch: a long one holds back the feed' }),
    )
    .handler(async ({ context: { db, actor }, input }) => {
      const { positionChecks, visits, olderThan } = await cleanUp(db, {
        actorId: actor.userId,
        targetUserId: input.targetUserId,
        retentionDays: input.retentionDays,
      })
      return { positionChecks, visits, olderThan: olderThan.toISOString() }
    }),
}
