import { type Step, storeFile } from '../step.ts'
import type { World } from '../world.ts'

const zoneRef = ({ zone }: World) => ({ zoneId: zone.id })
const documentRef = ({ zone, fields }: World) => ({ zoneId: zone.id, documentId: String(fields.documentId) })
const folderRef = ({ zone, fields }: World) => ({ zoneId: zone.id, folderId: String(fields.folderId) })
const folderGroupRef = (world: World) => ({ ...folderRef(world), groupId: String(world.fields.groupId) })
const callDocuments = ({ call, people }: World) => call(people.otherManager).documents

async function addDocument(world: World, title: string) {
  const fileId = await storeFile(world, 'documents', world.people.otherManager)
  return callDocuments(world).add({ ...folderRef(world), fileId, title })
}

export const documentSteps: Step[] = [
  {
    name: 'documents.createFolder',
    async act(world) {
      const { folderId } = await callDocuments(world).createFolder({ ...zoneRef(world), name: 'Plans' })
      world.fields.folderId = folderId
    },
  },
  {
    name: 'documents.updateFolder',
    act: world => callDocuments(world).updateFolder({ ...folderRef(world), name: 'Drawings' }),
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
    act: world => callDocuments(world).restoreVersion({ ...documentRef(world), version: 1 }),
  },
  {
    name: 'documents.rename',
    act: world =>
      callDocuments(world).rename({
        ...documentRef(world),
        title: 'First floor',
        review: { dueOn: '2026-01-31', everyMonths: 6 },
      }),
  },
  {
    name: 'documents.review',
    act: world => callDocuments(world).review({ ...documentRef(world), dueOn: '2026-01-31' }),
  },
  {
    name: 'documents.askReading',
    act: world => callDocuments(world).askReading({ ...documentRef(world), ask: true }),
  },
  { name: 'documents.remind', act: world => callDocuments(world).remind(documentRef(world)) },
  {
    name: 'documents.confirm',
    act: world => world.call(world.people.worker).documents.confirm(documentRef(world)),
  },
  { name: 'documents.linkGroup', act: world => callDocuments(world).linkGroup(folderGroupRef(world)) },
  { name: 'documents.unlinkGroup', act: world => callDocuments(world).unlinkGroup(folderGroupRef(world)) },
  { name: 'documents.openFolder', act: world => callDocuments(world).openFolder(folderRef(world)) },
  {
    name: 'documents.move',
    act: world =>
      callDocuments(world).move({ ...zoneRef(world), documents: [String(world.fields.documentId)] }),
  },
  {
    name: 'documents.remove',
    act: world =>
      callDocuments(world).remove({
        ...zoneRef(world),
        documents: [String(world.fields.documentId)],
        folders: [String(world.fields.folderId)],
      }),
  },
  {
    name: 'documents.restore',
    act: world =>
      callDocuments(world).restore({
        ...zoneRef(world),
        documents: [String(world.fields.documentId)],
        folders: [String(world.fields.folderId)],
      }),
  },
]
