export { EventsProvider, useLine, type Line } from './events';
