// Shows only what has all of the words that are searched for; sections without any are hidden.
const field = document.getElementById("search");
const found = document.getElementById("found");
field.addEventListener("input", () => {
  const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let number = 0;
  for (const entry of document.querySelectorAll(".entry")) {
    const words = entry.dataset.words + " " + entry.textContent.toLowerCase();
    entry.hidden = !wanted.every((word) => words.includes(word));
    if (!entry.hidden) number += 1;
  }
  for (const section of document.querySelectorAll("main > section")) {
    section.hidden = wanted.length > 0 && section.querySelector(".entry:not([hidden])") === null;
  }
  found.textContent = wanted.length === 0 ? "" : number === 1 ? "1 entry" : number === 0 ? "nothing" : `${number} entries`;
});
