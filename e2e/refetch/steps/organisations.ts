import type { Step } from '../step.ts'
import type { World } from '../world.ts'

const callOrganisations = ({ call, people }: World) => call(people.otherAdmin).organisations
const ofOrganisation = ({ fields }: World) => ({ organisationId: String(fields.organisationId) })
const ofRequest = ({ fields }: World) => ({ zoneRequestId: String(fields.zoneRequestId) })
const callRequests = ({ call, people }: World) => call(people.clientAdmin).zoneRequests

async function submit(world: World) {
  const { id } = await callRequests(world).submit({
    ...ofOrganisation(world),
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
    .zoneRequests.decide({ ...ofRequest(world), decision, note: 'See the plan.' })

const renews = ['organisations.list', 'organisations.get', 'organisations.people', 'organisations.zones']

export const organisationSteps: Step[] = [
  {
    renews,
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
    renews,
    name: 'organisations.update',
    act: world => callOrganisations(world).update({ ...ofOrganisation(world), name: 'Harbour Group' }),
  },
  {
    renews,
    name: 'organisations.addPerson',
    act: world =>
      callOrganisations(world).addPerson({ ...ofOrganisation(world), userId: world.people.clientAdmin.id }),
  },
  {
    renews,
    name: 'organisations.setLimits',
    act: world =>
      callOrganisations(world).setLimits({
        ...ofOrganisation(world),
        maxZones: 10,
        maxPeople: null,
        zonesNeedApproval: true,
      }),
  },
  {
    renews,
    name: 'organisations.moveZone',
    act: world => callOrganisations(world).moveZone({ ...ofOrganisation(world), zoneId: world.otherZone.id }),
  },
  { name: 'zoneRequests.submit', act: submit },
  { name: 'zoneRequests.decide', act: world => decide(world, 'returned') },
  {
    name: 'zoneRequests.resubmit',
    act: world => callRequests(world).resubmit({ ...ofRequest(world), note: 'As in the plan' }),
  },
  { name: 'a zone request is approved', act: world => decide(world, 'approved') },
  { name: 'another zone is asked for', act: submit },
  { name: 'zoneRequests.withdraw', act: world => callRequests(world).withdraw(ofRequest(world)) },
  {
    renews,
    name: 'organisations.setStatus',
    act: world => callOrganisations(world).setStatus({ ...ofOrganisation(world), status: 'suspended' }),
  },
  {
    renews,
    name: 'organisations.removePerson',
    act: world =>
      callOrganisations(world).removePerson({
        ...ofOrganisation(world),
        userId: world.people.clientAdmin.id,
      }),
  },
]
