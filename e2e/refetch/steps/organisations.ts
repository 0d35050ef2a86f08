import type { Step } from '../step.ts'
import type { World } from '../world.ts'

const callOrganisations = ({ call, people }: World) => call(people.otherAdmin).organisations
const organisationRef = ({ fields }: World) => ({ organisationId: String(fields.organisationId) })
const zoneRequestRef = ({ fields }: World) => ({ zoneRequestId: String(fields.zoneRequestId) })
const callRequests = ({ call, people }: World) => call(people.clientAdmin).zoneRequests

async function submit(world: World) {
  const { id } = await callRequests(world).submit({
    ...organisationRef(world),
    requestId: crypto.randomUUID(),
    name: 'Harbour',
    center: { lat: 28.9, lng: 77.3 },
    radiusM: 100,
  })
  world.fields.zoneRequestId = id
}
const decide = (world: World, decision: 'approved' | 'returned' | 'refused') =>
  world
    .call(world.people.otherAdmin)
    .zoneRequests.decide({ ...zoneRequestRef(world), decision, note: 'See the plan.' })

const renewedReads = [
  'organisations.list',
  'organisations.get',
  'organisations.people',
  'organisations.zones',
]

export const organisationSteps: Step[] = [
  {
    renews: renewedReads,
    name: 'organisations.onboard',
    late: {
      'organisations.mine':
        'who belongs to one organisation learns with the next read that there are several',
    },
    async act(world) {
      const { id } = await callOrganisations(world).onboard({
        requestId: crypto.randomUUID(),
        name: 'Harbour Ltd',
      })
      world.fields.organisationId = id
    },
  },
  {
    renews: renewedReads,
    name: 'organisations.update',
    act: world => callOrganisations(world).update({ ...organisationRef(world), name: 'Harbour Group' }),
  },
  {
    renews: renewedReads,
    name: 'organisations.addPerson',
    act: world =>
      callOrganisations(world).addPerson({ ...organisationRef(world), userId: world.people.clientAdmin.id }),
  },
  {
    renews: renewedReads,
    name: 'organisations.setLimits',
    act: world =>
      callOrganisations(world).setLimits({
        ...organisationRef(world),
        maxZones: 10,
        maxPeople: null,
        zonesNeedApproval: true,
      }),
  },
  {
    renews: renewedReads,
    name: 'organisations.moveZones',
    act: world =>
      callOrganisations(world).moveZones({ ...organisationRef(world), zoneIds: [world.otherZone.id] }),
  },
  {
    renews: renewedReads,
    name: 'organisations.moveZone',
    act: world =>
      callOrganisations(world).moveZone({ ...organisationRef(world), zoneId: world.otherZone.id }),
  },
  { name: 'zoneRequests.submit', act: submit },
  { name: 'zoneRequests.decide', act: world => decide(world, 'returned') },
  {
    name: 'zoneRequests.resubmit',
    act: world => callRequests(world).resubmit({ ...zoneRequestRef(world), note: 'As in the plan' }),
  },
  { name: 'a zone request is approved', act: world => decide(world, 'approved') },
  { name: 'another zone is asked for', act: submit },
  { name: 'zoneRequests.withdraw', act: world => callRequests(world).withdraw(zoneRequestRef(world)) },
  {
    renews: renewedReads,
    name: 'organisations.setStatus',
    act: world => callOrganisations(world).setStatus({ ...organisationRef(world), status: 'suspended' }),
  },
  {
    renews: renewedReads,
    name: 'organisations.removePerson',
    act: world =>
      callOrganisations(world).removePerson({
        ...organisationRef(world),
        userId: world.people.clientAdmin.id,
      }),
  },
]
