import { i18n } from '@lingui/core'
import { Text } from '@mantine/core'
import { consentSentence } from '@muster/domain/consent.ts'
import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/** States the consent that is given by pressing the button below. */
export function ConsentNote({ place: askedAt }: { place: 'sign_up' | 'invitation' }) {
  const settings = useQuery(orpc.auth.settings.queryOptions())
  return (
    <Text size="xs" c="dimmed">
      {i18n._(consentSentence(askedAt, settings.data?.retentionDays ?? limits.retentionDays))}
    </Text>
  )
}
