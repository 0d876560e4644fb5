#include "CArguments.h"

// In a section of its own, so that scripts/stage.sh can write into a program which commit it was built from: a flag of the
// compiler would compile everything again for each commit.
__attribute__((used, section(".todo_build"))) const char carguments_build[64] = "";
