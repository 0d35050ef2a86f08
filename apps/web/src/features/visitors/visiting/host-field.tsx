import { plural, t } from '@lingui/core/macro'
import { Button, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { type VisitDoor, visitSearchLeast } from '@muster/domain/visitor.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { orpc } from '../../../lib/api.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Name } from '../../../ui/people/name.tsx'

export type Host = { readonly id: string | null; readonly name: string }
type Props = {
  door: { door: VisitDoor; token: string }
  host: Host
  error: string | undefined
  onChange: (host: Host) => void
}

/** The person to visit: a name to type, and the members whose names begin like it as large buttons below. */
export function HostField({ door, host, error, onChange }: Props) {
  const isSearching = host.id === null && !error && host.name.trim().length >= visitSearchLeast
  const search = useDebouncedText(isSearching ? host.name.trim() : undefined)
  const matches = useQuery({
    ...orpc.visitors.hosts.queryOptions({
      input: search !== undefined && isSearching ? { ...door, search } : skipToken,
    }),
    // Nothing of the last visitor stays in memory.
    gcTime: 0,
    retry: false,
  })
  const hosts = isSearching ? (matches.data?.hosts ?? []) : []
  return (
    <Stack gap="xs">
      <TextInput
        label={t`Who are you visiting?`}
        size="md"
        maxLength={120}
        autoComplete="off"
        value={host.name}
        error={error}
        onChange={event => onChange({ id: null, name: event.currentTarget.value })}
      />
      {hosts.length > 0 && (
        <Stack gap={6} role="group" aria-label={t`Choose the person`}>
          {hosts.map(it => (
            <Button
              key={it.id}
              variant="default"
              justify="flex-start"
              h="auto"
              mih={44}
              onClick={() => onChange(it)}
            >
              <Name>{it.name}</Name>
            </Button>
          ))}
        </Stack>
      )}
      <VisuallyHidden role="status">
        {hosts.length > 0 && plural(hosts.length, { one: '# person found', other: '# people found' })}
      </VisuallyHidden>
    </Stack>
  )
}
