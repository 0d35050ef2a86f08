import { msg } from '@lingui/core/runtime-macro'
import type { Alert } from '../../live/write.ts'

type ArrivedVisit = {
  readonly id: string
  readonly zoneId: string
  readonly zoneName: string
  readonly hostId: string
  readonly name: string
  readonly company: string
}

/** Tells a host that their visitor is here. Not a notice about presence, which only those receive who see who is inside. */
export const visitorArrivedAlert = ({
  id,
  zoneId,
  zoneName,
  hostId,
  name,
  company,
}: ArrivedVisit): Alert => ({
  type: 'system',
  zoneId,
  to: [hostId],
  title: company
    ? msg`Your visitor ${{ name }} of ${{ company }} is here`
    : msg`Your visitor ${{ name }} is here`,
  text: msg`Signed in at ${{ zone: zoneName }}. Please meet them.`,
  about: {},
  source: `visit:${id}`,
})
