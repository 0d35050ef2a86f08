import { t } from '@lingui/core/macro'
import { Button, Text, TextInput } from '@mantine/core'
import type { EmergencyDetail } from '@muster/contract/emergencies.ts'
import { useState } from 'react'
import { v7 as uuidV7 } from 'uuid'
import { api, orpc } from '../../lib/api.ts'
import { inDialog } from '../../ui/dialogs/in-dialog.tsx'
import { ActForm } from '../../ui/forms/act-form.tsx'
import type { SearchResult } from '../../ui/forms/searchable-select.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { useAct } from '../../ui/forms/use-act.ts'
import { MemberSearch } from './member-search.tsx'

type Props = { emergency: Pick<EmergencyDetail, 'id' | 'scope' | 'zones' | 'seesAll'> }

const nobody: ReadonlySet<string> = new Set()

/** The dialog that adds somebody who is not on the list: a member of the zone or, by name, somebody else. */
export const AddPersonDialog = inDialog(AddForm, { title: t`Add person` })

function AddForm({ emergency, onClose }: Props & { onClose: () => void }) {
  const { id: emergencyId, scope, seesAll } = emergency
  const markedZones = emergency.zones.filter(it => it.mayMark)
  const zones = scope === 'zone' ? [] : markedZones
  const [zoneId, setZoneId] = useState(seesAll ? null : (zones[0]?.id ?? null))
  const [member, setMember] = useState<SearchResult>()
  const [isStranger, setIsStranger] = useState(false)
  const [name, setName] = useState('')
  const [phone, setPhone] = useState('')
  const [requestId] = useState(() => uuidV7())
  // Members are searched in one zone: the chosen one, or the only one.
  const searchedZoneId = zoneId ?? (markedZones.length === 1 ? markedZones[0]?.id : undefined)
  const isComplete = isStranger ? name.trim() !== '' : member !== undefined
  const add = useAct({
    call: () =>
      api.emergencies.addPerson({
        emergencyId,
        ...(member && !isStranger ? { userId: member.id, name: member.name.slice(0, 120) } : { name, phone }),
        requestId,
        ...(zoneId !== null && { zoneId }),
      }),
    onDone: onClose,
    invalidates: [orpc.emergencies.key()],
  })
  return (
    <ActForm
      form={{ act: add, onClose }}
      label={t`Add person`}
      workingLabel={t`Adding…`}
      disabled={!isComplete}
      failed={t`The person couldn’t be added. Try again.`}
    >
      {zones.length > 1 && (
        <Select
          label={t`Zone`}
          data={zones.map(it => ({ value: it.id, label: it.name }))}
          value={zoneId}
          onChange={id => {
            setZoneId(id)
            setMember(undefined)
          }}
          searchable
          {...(seesAll ? { clearable: true, placeholder: t`Not known` } : { allowDeselect: false })}
        />
      )}
      {isStranger ? (
        <>
          <TextInput
            label={t`Name`}
            required
            data-autofocus
            maxLength={120}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <TextInput
            type="tel"
            label={t`Phone`}
            maxLength={40}
            value={phone}
            onChange={event => setPhone(event.currentTarget.value)}
          />
        </>
      ) : searchedZoneId === undefined ? (
        <Text>{t`Choose a zone to search its members.`}</Text>
      ) : (
        <MemberSearch
          key={searchedZoneId}
          zoneId={searchedZoneId}
          label={t`Member`}
          excludedIds={nobody}
          chosen={member}
          onPick={setMember}
        />
      )}
      <Button variant="default" mih={44} onClick={() => setIsStranger(!isStranger)}>
        {isStranger ? t`Search the members` : t`Somebody else: enter a name`}
      </Button>
    </ActForm>
  )
}
