import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Flex, Group, Stack, Text } from '@mantine/core'
import type { Organisation, OrganisationPerson } from '@muster/contract/organisations.ts'
import { isInternalAdmin } from '@muster/domain/role.ts'
import { useState } from 'react'
import { api, orpc } from '../../lib/api.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { usePages } from '../../lib/use-pages.ts'
import { RoleBadge } from '../../ui/badges/role-badge.tsx'
import { Tag } from '../../ui/badges/tag.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { useDialog } from '../../ui/dialogs/use-dialogs.ts'
import { ActForm } from '../../ui/forms/act-form.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { SearchableSelect, type SearchResult, useTypedSearch } from '../../ui/forms/searchable-select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { LoadMore } from '../../ui/layout/load-more.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Name } from '../../ui/people/name.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'

type Props = { organisation: Organisation; mayEdit: boolean }
const invalidatedKeys = [orpc.organisations.key()]

/** Lists an organisation's people, with a search. People who may edit the organisation can also add and remove them. */
export function OrganisationPeople({ organisation, mayEdit }: Props) {
  const { id: organisationId, name: organisationName, people } = organisation
  const [q, setQ] = useState('')
  const adding = useDialog()
  const [leavingPerson, setLeavingPerson] = useState<OrganisationPerson>()
  const leavingName = leavingPerson?.name ?? ''
  const search = useDebouncedText(q) || undefined
  const list = usePages(orpc.organisations.people, { organisationId, search, limit: 20 })
  return (
    <Flex component="section" direction="column" gap="xs" aria-labelledby="organisation-people">
      <Group justify="space-between" gap="4px 8px">
        <h2 id="organisation-people">{t`People`}</h2>
        {mayEdit && (
          <Button variant="default" onClick={adding.open}>
            {t`Add person`}
          </Button>
        )}
      </Group>
      {people > 8 && <SearchField label={t`Search people`} value={q} onChange={setQ} />}
      <Loaded list={list} failure={t`Failed to load people`} skeleton={3} />
      {list.rows?.length === 0 && <Text c="dimmed">{q ? t`No people match` : t`No people yet`}</Text>}
      <Rows aria-label={t`People`}>
        {list.rows?.map(person => {
          const { name, zones } = person
          return (
            <li key={person.id}>
              <Stack gap={2}>
                <Name>{name}</Name>
                <Text span inherit c="dimmed">
                  {person.email ?? person.userCode} · {plural(zones, { one: '# zone', other: '# zones' })}
                </Text>
                <PersonBadges person={person} />
              </Stack>
              {mayEdit && (
                <Button
                  variant="default"
                  aria-label={t`Remove ${name}`}
                  onClick={() => setLeavingPerson(person)}
                >
                  {t`Remove`}
                </Button>
              )}
            </li>
          )
        })}
      </Rows>
      <LoadMore
        list={list}
        describeCount={count => plural(count, { one: '# more person', other: '# more people' })}
      />
      <AddPersonDialog organisation={organisation} {...adding.props} />
      <ConfirmDialog
        opened={leavingPerson !== undefined}
        onClose={() => setLeavingPerson(undefined)}
        title={t`Remove person`}
        confirmLabel={t`Remove`}
        workingLabel={t`Removing…`}
        onConfirm={() => api.organisations.removePerson({ organisationId, userId: leavingPerson?.id ?? '' })}
        done={[t`Person removed`, t`${leavingName} no longer belongs to ${organisationName}.`]}
        invalidates={invalidatedKeys}
        failure={t`The person couldn’t be removed. Try again.`}
      >
        <p>
          <Trans>
            <Name>{leavingName}</Name> will no longer belong to <Name>{organisationName}</Name>. Their account
            is kept.
          </Trans>
        </p>
      </ConfirmDialog>
    </Flex>
  )
}

/** Shows the account's role and whether the person manages the organisation. */
function PersonBadges({ person }: { person: OrganisationPerson }) {
  return (
    <Group gap={4}>
      <RoleBadge role={person.role} />
      {person.manages && <Tag tone="info">{t`Organisation manager`}</Tag>}
    </Group>
  )
}

type AddProps = { organisation: Organisation; onClose: () => void }

const AddPersonDialog = inDialog(AddPersonForm, {
  title: ({ organisation: { name: organisationName } }) => t`Add person to ${organisationName}`,
})

function AddPersonForm({ organisation, onClose }: AddProps) {
  const [person, setPerson] = useState<SearchResult>()
  const typedSearch = useTypedSearch(person)
  const { rows, failed, query } = usePages(orpc.accounts.list, { search: typedSearch.search, limit: 20 })
  const addablePeople = rows?.filter(({ role }) => !isInternalAdmin(role))
  const personName = person?.name ?? ''
  const organisationName = organisation.name
  const add = useAct({
    call: (userId: string) => api.organisations.addPerson({ organisationId: organisation.id, userId }),
    onDone: onClose,
    done: [t`Person added`, t`${personName} now belongs to ${organisationName}.`],
    invalidates: invalidatedKeys,
  })
  return (
    <ActForm
      form={{ act: add, submit: () => person && add.mutate(person.id), onClose }}
      label={t`Add person`}
      workingLabel={t`Adding…`}
      disabled={person === undefined}
      failed={t`The person couldn’t be added. Try again.`}
    >
      <SearchableSelect
        label={t`Person`}
        description={t`Type a name, an email or a user code.`}
        required
        data-autofocus
        chosen={person}
        onPick={setPerson}
        typing={typedSearch}
        rows={addablePeople?.map(it => ({ id: it.id, name: `${it.firstName} ${it.lastName} (${it.email})` }))}
        failed={failed}
        searching={query.isPending || query.isPlaceholderData}
        emptyText={t`No people match`}
        failure={t`Failed to load people`}
      />
    </ActForm>
  )
}
