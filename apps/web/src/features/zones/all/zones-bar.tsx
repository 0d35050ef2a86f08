import { plural, t } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import type { ZonesStatusResult } from '@muster/contract/zone-lists.ts'
import type { ListedZone } from '@muster/contract/zones.ts'
import { limits } from '@muster/domain/limits.ts'
import { can } from '@muster/domain/permission.ts'
import { IconBuilding, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type ComponentProps, useRef, useState } from 'react'
import { api, orpc } from '../../../lib/api.ts'
import { callInBatches } from '../../../lib/call-in-batches.ts'
import { errorTextWithTime } from '../../../lib/error-text.ts'
import { useMe } from '../../../lib/session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { useDialogs } from '../../../ui/dialogs/use-dialogs.ts'
import { describeShare, SelectionBar } from '../../../ui/layout/selection-bar.tsx'
import { notify } from '../../../ui/toast/notify.ts'
import { useUndoMany } from '../../../ui/toast/use-undo-many.ts'
import { OrganisationSelect, useOrganisations } from '../../organisations/public.ts'

/** A status that several zones get, or the organisation to which they are moved. */
export type BulkAct = 'active' | 'suspended' | 'organisation'

/** The dialog about zones: those selected when it opened, or one row whose menu was used. */
export const useBulkZones = useDialogs<BulkAct, { zones: readonly ListedZone[]; endsSelection: boolean }>

type Props = {
  selected: readonly ListedZone[]
  /** The number of zones in the list; undefined until known. */
  total: number | undefined
  bulk: ReturnType<typeof useBulkZones>
  /** Selects other zones: none, or those whose turn did not come because a request failed. */
  onSelect: (ids: readonly string[]) => void
} & Pick<ComponentProps<typeof SelectionBar>, 'all'>

/** The bar with the actions on the selected zones, and the dialog that names the zones before any of them is changed. */
export function ZonesBar({ selected, total, all, bulk, onSelect }: Props) {
  const { profile } = useMe()
  const { several } = useOrganisations()
  const open = (act: BulkAct) => bulk.open(act, { zones: selected, endsSelection: true })
  return (
    <>
      <SelectionBar count={selected.length} onNone={() => onSelect([])} all={all}>
        <Button variant="default" icon={IconPlayerPause} onClick={() => open('suspended')}>
          {t`Suspend`}
        </Button>
        <Button variant="default" icon={IconPlayerPlay} onClick={() => open('active')}>
          {t`Activate`}
        </Button>
        {several && can(profile.role, 'edit_clients') && (
          <Button variant="default" icon={IconBuilding} onClick={() => open('organisation')}>
            {t`Assign to organisation`}
          </Button>
        )}
      </SelectionBar>
      <BulkDialog bulk={bulk} total={total} onSelect={onSelect} />
    </>
  )
}

type ManyZonesResult = Omit<ZonesStatusResult, 'undo'>
type ZoneStatusChoice = ZonesStatusResult['undo'][number]['to']
const invalidates = [orpc.zones.key(), orpc.organisations.key()]
/** Maximum names listed in the dialog. */
const maxNames = 12

function BulkDialog({ bulk, total, onSelect }: Pick<Props, 'bulk' | 'total' | 'onSelect'>) {
  const { name: act = 'suspended', about: { zones, endsSelection } = { zones: [], endsSelection: false } } =
    bulk
  const [organisationId, setOrganisationId] = useState<string>()
  const count = zones.length
  const leftRef = useRef<readonly string[]>([])
  const notifyStatus = useUndoMany<ZoneStatusChoice>({
    call: async ({ to, ids }) =>
      (await api.zones.setStatusOfMany({ zoneIds: ids, status: to })).refused.length,
    invalidates,
  })
  const notifyMoved = useUndoMany<string>({
    call: async ({ to, ids }) =>
      (await api.organisations.moveZones({ organisationId: to, zoneIds: ids })).refused.length,
    invalidates,
  })
  const change = async <Undo,>(
    call: (zoneIds: string[]) => Promise<ManyZonesResult & { undo: Undo[] }>,
    notifyDone: (title: string, text: string | undefined, undo: Undo[]) => void,
  ) => {
    const { results, left } = await callInBatches(
      zones.map(({ id }) => id),
      limits.zonesChangedAtOnceMost,
      call,
    )
    leftRef.current = left
    const sum = (key: 'changed' | 'unchanged') => results.reduce((total, it) => total + it[key], 0)
    const result = {
      changed: sum('changed'),
      unchanged: sum('unchanged'),
      refused: results.flatMap(it => it.refused),
    }
    const texts = describeResult(result, { zones, left: left.length })
    if (result.changed + result.unchanged === 0) notify.error(texts.text)
    else
      notifyDone(
        texts.done,
        texts.text,
        results.flatMap(it => it.undo),
      )
  }
  const confirm = () => {
    if (act !== 'organisation')
      return change(zoneIds => api.zones.setStatusOfMany({ zoneIds, status: act }), notifyStatus)
    if (!organisationId) throw new MissingOrganisationError()
    return change(zoneIds => api.organisations.moveZones({ organisationId, zoneIds }), notifyMoved)
  }
  const more = count - maxNames
  const texts = describeAct(act, count)
  return (
    <ConfirmDialog
      opened={bulk.isOpen}
      onClose={() => {
        setOrganisationId(undefined)
        bulk.close()
      }}
      title={texts.title}
      confirmLabel={texts.label}
      workingLabel={t`Saving…`}
      destructive={act === 'suspended'}
      onConfirm={async () => confirm()}
      onDone={() => {
        if (endsSelection) onSelect(leftRef.current)
      }}
      invalidates={invalidates}
      failure={error =>
        error instanceof MissingOrganisationError
          ? t`Choose an organisation`
          : errorTextWithTime(error, t`The zones couldn’t be changed. Try again.`)
      }
      keeps={[
        {
          title: plural(count, { one: '# zone:', other: '# zones:' }),
          lines: [
            ...zones.slice(0, maxNames).map(({ name }) => name),
            ...(more > 0 ? [t`and ${more} more`] : []),
          ],
        },
      ]}
    >
      <Stack gap="sm">
        <span>
          {endsSelection && describeShare(count, total)} {texts.effect}
        </span>
        {act === 'organisation' && (
          <OrganisationSelect
            label={t`New organisation`}
            required
            value={organisationId}
            onChange={setOrganisationId}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}

class MissingOrganisationError extends Error {}

function describeAct(act: BulkAct, count: number): { title: string; label: string; effect: string } {
  if (act === 'suspended')
    return {
      title: t`${plural(count, { one: 'Suspend # zone?', other: 'Suspend # zones?' })}`,
      label: t`Suspend`,
      effect: t`${plural(count, { one: 'Members lose access to the zone immediately.', other: 'Members lose access to these zones immediately.' })} Nothing is deleted.`,
    }
  if (act === 'active')
    return {
      title: t`${plural(count, { one: 'Activate # zone?', other: 'Activate # zones?' })}`,
      label: t`Activate`,
      effect: t`${plural(count, { one: 'Members can see the zone', other: 'Members can see these zones' })} and check their position.`,
    }
  return {
    title: t`${plural(count, { one: 'Assign # zone to an organisation', other: 'Assign # zones to an organisation' })}`,
    label: t`Assign`,
    effect: t`${plural(count, { one: 'The zone’s members', other: 'The members of these zones' })} also join the new organisation. Client admins who don’t belong to it lose access.`,
  }
}

/** Says how many zones were changed, and names those that were not, with the reason. */
function describeResult(
  { changed, unchanged, refused }: ManyZonesResult,
  { zones, left: unreached }: { zones: readonly ListedZone[]; left: number },
): { done: string; text: string } {
  const done = t`${plural(changed, { one: '# zone changed', other: '# zones changed' })}`
  const same =
    unchanged > 0
      ? t`${plural(unchanged, { one: '# zone was like this already.', other: '# zones were like this already.' })}`
      : ''
  const notReached =
    unreached > 0
      ? t`${plural(unreached, { one: '# zone is left and still selected. Try again.', other: '# zones are left and still selected. Try again.' })}`
      : ''
  const join = (...parts: string[]) => ({ done, text: parts.filter(Boolean).join(' ') })
  if (refused.length === 0) return join(notReached, same)
  const [first] = refused
  const reasons = {
    gone: t`it was deleted`,
    open_request: t`it waits for approval`,
    organisation_suspended: t`its organisation is suspended`,
  }
  const name = zones.find(({ id }) => id === first?.zoneId)?.name ?? ''
  const reason = first ? reasons[first.reason] : ''
  const others = refused.length - 1
  const left = t`${name} was left as it is, because ${reason}.`
  const moreLeft =
    others > 0
      ? ` ${t`${plural(others, { one: '# more zone was left as it is.', other: '# more zones were left as they are.' })}`}`
      : ''
  return join(notReached, left + moreLeft, same)
}
