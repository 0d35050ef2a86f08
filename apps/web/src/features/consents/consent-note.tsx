import { Text } from '@mantine/core'
import { consentSentence } from '@muster/domain/consent.ts'
import { limits } from '@muster/domain/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../lib/api.ts'

/** The consent given by pressing the button below. `act`: "creating your account". */
export function ConsentNote({ act }: { act: string }) {
  const settings = useQuery(orpc.auth.settings.queryOptions())
  return (
    <Text size="xs" c="dimmed">
      {consentSentence(act, settings.data?.retentionDays ?? limits.retentionDays)}
    </Text>
  )
}
