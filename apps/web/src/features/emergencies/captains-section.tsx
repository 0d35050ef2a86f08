import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Stack, Text } from '@mantine/core'
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

/** The captains of a zone, who account for its people in an emergency. */
export function CaptainsSection({ zoneId }: { zoneId: string }) {
  const [isAdding, setIsAdding] = useState(false)
  const query = useQuery(orpc.zoneCaptains.list.queryOptions({ input: { zoneId } }))
  const captains = query.data?.captains
  const ids = captains?.map(it => it.userId) ?? []
  const save = useAct({
    call: (userIds: string[]) => api.zoneCaptains.set({ zoneId, userIds, expectedIds: ids }),
    onDone: () => setIsAdding(false),
    failed: t`The captains couldn’t be saved. Try again.`,
    invalidates: [orpc.zoneCaptains.key()],
  })
  return (
    <PlanSection
      title={t`Captains`}
      text={t`During an emergency, captains see who is on the list of this zone and mark people. Any member can be one.`}
      action={
        captains &&
        captains.length < limits.captainsMost && (
          <Button
            variant="default"
            leftSection={<IconUserPlus size="1.125rem" aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            <Trans>Add captain</Trans>
          </Button>
        )
      }
    >
      {captains ? (
        captains.length === 0 ? (
          <Text>
            <Trans>No captains yet</Trans>
          </Text>
        ) : (
          <Rows>
            {captains.map(({ userId, name }) => (
              <li key={userId}>
                <Text fw={600} miw={0}>
                  <Name>{name}</Name>
                </Text>
                <ActionIcon
                  size={44}
                  variant="subtle"
                  color="gray"
                  aria-label={t`Remove ${name}`}
                  disabled={save.isPending}
                  onClick={() => save.mutate(ids.filter(it => it !== userId))}
                >
                  <IconTrash size="1.25rem" aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </Rows>
        )
      ) : query.isError ? (
        <ErrorState
          title={t`Failed to load the captains`}
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <ListSkeleton count={2} />
      )}
      <ResponsiveDialog
        opened={isAdding && captains !== undefined}
        onClose={() => setIsAdding(false)}
        title={t`Add captain`}
      >
        <NewCaptain
          zoneId={zoneId}
          captainIds={new Set(ids)}
          isSaving={save.isPending}
          onAdd={userId => save.mutate([...ids, userId])}
        />
      </ResponsiveDialog>
    </PlanSection>
  )
}

type NewCaptainProps = {
  zoneId: string
  captainIds: ReadonlySet<string>
  isSaving: boolean
  onAdd: (userId: string) => void
}

function NewCaptain({ zoneId, captainIds, isSaving, onAdd }: NewCaptainProps) {
  const [person, setPerson] = useState<SearchResult>()
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (person) onAdd(person.id)
      }}
    >
      <Stack>
        <MemberSearch
          zoneId={zoneId}
          label={t`Member`}
          excludedIds={captainIds}
          chosen={person}
          onPick={setPerson}
        />
      </Stack>
      <FormButtons
        label={t`Add captain`}
        workingLabel={t`Saving…`}
        working={isSaving}
        disabled={person === undefined}
      />
    </form>
  )
}
