import { describeApi } from '../web/endpoint.ts'
import { deskEndpoints } from './api.ts'

export const deskApi = describeApi(deskEndpoints)
