/** What tests use of `events.mjs`. */
type Events = readonly (readonly unknown[])[];
interface Places {
  readonly workspace: string;
  readonly home: string;
}
export function eventsOf(text: string): Events;
export function countsOfEvents(events: Events, places: Places): Record<string, number>;
export function gitCommands(events: Events): string[];
export function openedAgain(events: Events, places: Places): string[];
