import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core'
import type { UncountedPerson } from '@muster/contract/zone-uncounted.ts'
import { limits } from '@muster/domain/limits.ts'
import { IconTrash, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { ResponsiveDialog } from '../../ui/dialogs/responsive-dialog.tsx'
import { FormButtons } from '../../ui/forms/form-buttons.tsx'
import type { SearchResult } from '../../ui/forms/searchable-select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ListSkeleton } from '../../ui/states/skeletons.tsx'
import { MemberSearch } from './member-search.tsx'
import { PlanSection } from './plan-section.tsx'

type Entry = Pick<UncountedPerson, 'userId' | 'reason'>

/** The people of a zone who are called in an emergency, but do not count as missing. */
export function UncountedSection({ zoneId }: { zoneId: string }) {
  const [isAdding, setIsAdding] = useState(false)
  const query = useQuery(orpc.zoneUncounted.list.queryOptions({ input: { zoneId } }))
  const people = query.data?.people
  const entries: Entry[] = people?.map(({ userId, reason }) => ({ userId, reason })) ?? []
  const ids = entries.map(it => it.userId)
  const save = useAct({
    call: (next: Entry[]) => api.zoneUncounted.set({ zoneId, people: next, expectedIds: ids }),
    onDone: () => setIsAdding(false),
    failed: t`The list couldn’t be saved. Try again.`,
    invalidates: [orpc.zoneUncounted.key()],
  })
  return (
    <PlanSection
      title={t`Not counted`}
      text={t`These people are called too, but never count as missing: for example guards at the gate. If they ask for help, they count.`}
      action={
        people &&
        people.length < limits.uncountedMost && (
          <Button
            variant="default"
            leftSection={<IconUserPlus size="1.125rem" aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            <Trans>Add person</Trans>
          </Button>
        )
      }
    >
      {people ? (
        people.length === 0 ? (
          <Text>
            <Trans>Everybody counts</Trans>
          </Text>
        ) : (
          <Rows>
            {people.map(({ userId, name, reason }) => (
              <li key={userId}>
                <div>
                  <Text fw={600}>
                    <Name>{name}</Name>
                  </Text>
                  <Text size="sm" c="dimmed" dir="auto">
                    {reason}
                  </Text>
                </div>
                <ActionIcon
                  size={44}
                  variant="subtle"
                  color="gray"
                  aria-label={t`Remove ${name}`}
                  disabled={save.isPending}
                  onClick={() => save.mutate(entries.filter(it => it.userId !== userId))}
                >
                  <IconTrash size="1.25rem" aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </Rows>
        )
      ) : query.isError ? (
        <ErrorState
          title={t`Failed to load the list`}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <ListSkeleton count={2} />
      )}
      <ResponsiveDialog
        opened={isAdding && people !== undefined}
        onClose={() => setIsAdding(false)}
        title={t`Add person`}
      >
        <NewEntry
          zoneId={zoneId}
          excludedIds={new Set(ids)}
          isSaving={save.isPending}
          onAdd={entry => save.mutate([...entries, entry])}
        />
      </ResponsiveDialog>
    </PlanSection>
  )
}

type NewEntryProps = {
  zoneId: string
  excludedIds: ReadonlySet<string>
  isSaving: boolean
  onAdd: (entry: Entry) => void
}

function NewEntry({ zoneId, excludedIds, isSaving, onAdd }: NewEntryProps) {
  const [person, setPerson] = useState<SearchResult>()
  const [reason, setReason] = useState('')
  const isComplete = person !== undefined && reason.trim() !== ''
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (isComplete) onAdd({ userId: person.id, reason: reason.trim() })
      }}
    >
      <Stack>
        <MemberSearch
          zoneId={zoneId}
          label={t`Member`}
          excludedIds={excludedIds}
          chosen={person}
          onPick={setPerson}
        />
        <TextInput
          label={t`Reason`}
          placeholder={t`Guard at the gate`}
          required
          maxLength={200}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
      </Stack>
      <FormButtons
        label={t`Add person`}
        workingLabel={t`Saving…`}
        working={isSaving}
        disabled={!isComplete}
      />
    </form>
  )
}
