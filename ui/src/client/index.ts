export {
  keyOf,
  newQueryClient,
  TransportProvider,
  useAct,
  useRead,
  useTransport,
  useViolations,
} from './calls';
export { CompanyProvider, useCompanyId, useCurrentCompany } from './company';
export { asFailure, type Transport } from '../platform';
