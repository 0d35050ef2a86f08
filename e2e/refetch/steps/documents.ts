import { type Step, storeFile } from '../step.ts'
import type { World } from '../world.ts'

const inZone = ({ zone }: World) => ({ zoneId: zone.id })
const ofDocument = ({ zone, fields }: World) => ({ zoneId: zone.id, documentId: String(fields.documentId) })
const ofFolder = ({ zone, fields }: World) => ({ zoneId: zone.id, folderId: String(fields.folderId) })
const ofGroup = (world: World) => ({ ...ofFolder(world), groupId: String(world.fields.groupId) })
const callDocuments = ({ call, people }: World) => call(people.otherManager).documents

async function addDocument(world: World, title: string) {
  const fileId = await storeFile(world, 'documents', world.people.otherManager)
  return callDocuments(world).add({ ...ofFolder(world), fileId, title })
}

export const documentSteps: Step[] = [
  {
    name: 'documents.createFolder',
    async act(world) {
      const { folderId } = await callDocuments(world).createFolder({ ...inZone(world), name: 'Plans' })
      world.fields.folderId = folderId
    },
  },
  {
    name: 'documents.updateFolder',
    act: world => callDocuments(world).updateFolder({ ...ofFolder(world), name: 'Drawings' }),
  },
  {
    name: 'documents.add',
    async act(world) {
      const { documentId } = await addDocument(world, 'Ground floor')
      world.fields.documentId = documentId
    },
  },
  { name: 'a new version of a document is added', act: world => addDocument(world, 'Ground floor') },
  {
    name: 'documents.restoreVersion',
    act: world => callDocuments(world).restoreVersion({ ...ofDocument(world), version: 1 }),
  },
  {
    name: 'documents.rename',
    act: world => callDocuments(world).rename({ ...ofDocument(world), title: 'First floor' }),
  },
  {
    name: 'documents.askReading',
    act: world => callDocuments(world).askReading({ ...ofDocument(world), ask: true }),
  },
  { name: 'documents.remind', act: world => callDocuments(world).remind(ofDocument(world)) },
  {
    name: 'documents.confirm',
    act: world => world.call(world.people.worker).documents.confirm(ofDocument(world)),
  },
  { name: 'documents.linkGroup', act: world => callDocuments(world).linkGroup(ofGroup(world)) },
  { name: 'documents.unlinkGroup', act: world => callDocuments(world).unlinkGroup(ofGroup(world)) },
  { name: 'documents.openFolder', act: world => callDocuments(world).openFolder(ofFolder(world)) },
  {
    name: 'documents.move',
    act: world =>
      callDocuments(world).move({ ...inZone(world), documents: [String(world.fields.documentId)] }),
  },
  {
    name: 'documents.remove',
    act: world =>
      callDocuments(world).remove({
        ...inZone(world),
        documents: [String(world.fields.documentId)],
        folders: [String(world.fields.folderId)],
      }),
  },
  {
    name: 'documents.restore',
    act: world =>
      callDocuments(world).restore({
        ...inZone(world),
        documents: [String(world.fields.documentId)],
        folders: [String(world.fields.folderId)],
      }),
  },
]
